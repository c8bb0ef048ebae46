/**
 * Bounds of a place on a light table, in its units: a unit is a CSS px at 100 %. `maxPlaced`: items that one
 * call places.
 */
export const lightTableLimits = {
  coordinate: 1_000_000,
  minWidth: 16,
  maxWidth: 20_000,
  layer: 1_000_000_000,
  maxPlaced: 20_000,
} as const
