/**
 * What visitors of a share may send in all: unless its sharer says otherwise, and at most. One file is held
 * to the limit of every upload as well.
 * @source decision 0232
 */
export const uploadLimits = {
  files: { default: 500, max: 10_000 },
  sizeBytes: { default: 10_000_000_000, max: 1_000_000_000_000 },
} as const
