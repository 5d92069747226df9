"""The pass ``pair`` (:mod:`.pair`): VALU instructions as dual instructions."""
