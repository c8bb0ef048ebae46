/** The values that are neither null nor undefined. */
export function dropEmpty(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const name of Object.keys(values)) {
    const value = values[name]
    if (value !== null && value !== undefined) kept[name] = value
  }
  return kept
}
