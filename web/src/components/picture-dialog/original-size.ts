interface FileSize {
  readonly name: string
  readonly width: number | null
  readonly height: number | null
}

/** The size of the original among the files of an asset, as displayed, px; undefined where it has none. */
export function originalSizeOf(
  files: readonly FileSize[],
): { readonly width: number; readonly height: number } | undefined {
  const original = files.find(({ name }) => name === 'original')
  return original?.width && original.height ? { width: original.width, height: original.height } : undefined
}
