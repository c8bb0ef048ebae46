import { importCommandsOf, importsOf, isApiError, type ImportItem } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'

/** Values of which somebody else changed the same fields meanwhile. */
export interface DescribeConflict {
  readonly ids: readonly number[]
  readonly data: Readonly<Record<string, unknown>>
}

/** Describing of items: what was seen of them, the change, and what stood against it. */
export interface Describe {
  /** Notes what one sees on coming into a field: others may change it from then on. */
  readonly look: (field: string) => void
  /** Forgets it on leaving the field. */
  readonly leave: () => void
  readonly change: (data: Readonly<Record<string, unknown>>) => void
  readonly conflict: DescribeConflict | null
  /** The conflict was settled. */
  readonly settle: () => void
}

/** Versions of items by their ids. */
export function versionsOf(items: readonly ImportItem[]): Record<string, number> {
  return Object.fromEntries(items.map(({ id, $version }) => [id, $version]))
}

/** Describes items: at once, to be undone with one click. What others changed meanwhile is asked about. */
export function useDescribe(jobId: number, items: readonly ImportItem[]): Describe {
  const intl = useIntl()
  const client = useClient()
  const imports = importsOf(client)
  const seen = useRef<{ readonly field: string; readonly versions: Record<string, number> } | null>(null)
  const [conflict, setConflict] = useState<DescribeConflict | null>(null)
  const fail = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(intl, error) })
  const compare = async (found: DescribeConflict): Promise<void> => {
    await imports.fetchJob(jobId)
    setConflict(found)
  }
  const send = async (data: DescribeConflict['data'], versions: Record<string, number>): Promise<void> => {
    const ids = items.map(({ id }) => id)
    try {
      const commands = await imports.describeItems(jobId, ids, data, versions)
      const conflicts = await conflictsOf(commands)
      const count = ids.length - conflicts.length
      offerUndo(
        <FormattedMessage id="import.described" values={{ count }} />,
        () => void imports.undoCommands(jobId, commands).catch(fail),
      )
      if (conflicts.length > 0) await compare({ ids: conflicts, data })
    } catch (error) {
      if (isApiError(error, 'version_conflict')) await compare({ ids, data })
      else fail(error)
    }
  }
  const conflictsOf = async (commands: readonly string[]): Promise<readonly number[]> => {
    if (commands.length === 0) return []
    const found = await importCommandsOf(client).fetchFailures(jobId, commands)
    return found
      .flatMap(({ failures = [] }) => failures)
      .filter(({ code }) => code === 'version_conflict')
      .map(({ item }) => item)
  }
  return {
    look(field) {
      if (seen.current?.field !== field) seen.current = { field, versions: versionsOf(items) }
    },
    leave() {
      seen.current = null
    },
    change(data) {
      const before = seen.current
      seen.current = null
      const isSeen = before !== null && Object.hasOwn(data, before.field)
      void send(data, { ...versionsOf(items), ...(isSeen ? before.versions : {}) })
    },
    conflict,
    settle: () => setConflict(null),
  }
}
