"""Static checks of assembly text: rules, each a pure function of a kernel, and what runs them."""
