"""Results of earlier runs, by what they were made from, so that a build does no work twice."""
