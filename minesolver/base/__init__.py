"""What every part rests on: errors, limits, registries, worker processes, intervals."""
