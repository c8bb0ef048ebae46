import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ratioOf, type QuickRow } from './ratio-row.ts'

/** The ratios of a release, by the ids of their rows. */
export interface KeptRatios {
  /** As the changelog heads it. */
  readonly release: string
  /** The day, ISO 8601. */
  readonly date: string
  readonly machine: string
  readonly assets: number
  readonly ratios: Readonly<Record<string, number>>
}

const file = join(import.meta.dirname, '../../ratios.json')

/** What was kept last. */
export async function readKept(): Promise<KeptRatios | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as KeptRatios)
}

/**
 * The ratios of a run, to three digits, under the newest release of the changelog. What was not measured this
 * time keeps the ratio that it had.
 */
export function keepRatios(
  rows: readonly QuickRow[],
  { changelog, ...run }: Omit<KeptRatios, 'release' | 'ratios'> & { readonly changelog: string },
  before?: KeptRatios,
): KeptRatios {
  const measured = rows.flatMap((row) =>
    'missing' in row ? [] : [[row.id, Number(ratioOf(row).toPrecision(3))] as const],
  )
  const release = /^## (.+)$/m.exec(changelog)?.[1] ?? ''
  return { release, ...run, ratios: { ...before?.ratios, ...Object.fromEntries(measured) } }
}

/** Writes them where {@link readKept} finds them. */
export async function writeKept(kept: KeptRatios): Promise<void> {
  await writeFile(file, `${JSON.stringify(kept, undefined, 2)}\n`)
}
