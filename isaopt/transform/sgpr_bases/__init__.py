"""The pass ``sgpr-bases`` (:mod:`.sgpr_bases`): global memory accesses through SGPR bases."""
