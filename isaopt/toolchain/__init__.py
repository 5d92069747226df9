"""The outside world of assembling: find clang and ld.lld, assemble, link, and read code objects."""
