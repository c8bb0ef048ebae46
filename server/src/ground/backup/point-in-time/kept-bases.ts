import type { BaseBackup } from './base-backup.ts'

const dayMs = 86_400_000
/** A base backup comes each week: of a database whose last one is older, no more will come. */
const lastsMs = 8 * dayMs

/**
 * The base backups that any moment of the last days needs: those of these days, and one before them. Of a
 * database that ended, as one that was restored elsewhere, none once those days are over.
 */
export function keptBases<Base extends Pick<BaseBackup, 'systemId' | 'stoppedAt'>>(
  bases: readonly Base[],
  days: number,
  now: Date,
): Base[] {
  if (days === 0) return []
  const firstMs = now.getTime() - days * dayMs
  const newest = bases.toSorted((a, b) => b.stoppedAt.getTime() - a.stoppedAt.getTime())
  const kept = [...Map.groupBy(newest, ({ systemId }) => systemId).values()].flatMap((own) => {
    const [last] = own
    const hasEnded = last !== newest[0] && (last?.stoppedAt.getTime() ?? 0) < firstMs - lastsMs
    const firstBefore = own.findIndex(({ stoppedAt }) => stoppedAt.getTime() <= firstMs)
    return hasEnded ? [] : own.slice(0, firstBefore < 0 ? own.length : firstBefore + 1)
  })
  return bases.filter((base) => kept.includes(base))
}
