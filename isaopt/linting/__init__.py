"""Static checks of assembly text: rules, each a pure function of a kernel, and the code that runs them."""
