"""A cycle-approximate model of one compute unit or workgroup processor with its waves."""
