import type { FieldHeader } from '@cartouche/contract'
import { importsOf, type ImportItem, type ImportJobSnapshot } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'
import { resourceOf } from './import-rows.ts'

interface ChooseResourceProps {
  readonly job: ImportJobSnapshot
  readonly items: readonly ImportItem[]
  /** Of what the items become now. */
  readonly fields: Readonly<Record<string, FieldHeader>>
}

/** What the selected files become, where there is a choice. It says what another resource does not take. */
export function ChooseResource({ job, items, fields }: ChooseResourceProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const resources = job.job?.itemResources ?? []
  const now = new Set(items.map(resourceOf))
  if (resources.length < 2) return null
  const fail = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(intl, error) })
  const choose = async (type: string): Promise<void> => {
    const ids = items.map(({ id }) => id)
    const { commands, dropped } = await imports.changeItemType(job.id, ids, type)
    const names = dropped.map((field) => fields[field]?.name ?? field).join(', ')
    const id = dropped.length > 0 ? 'import.resource.dropped' : 'import.change.type'
    offerUndo(
      <FormattedMessage id={id} values={{ names, count: ids.length }} />,
      () => void imports.undoCommands(job.id, commands).catch(fail),
    )
  }
  return (
    <Select
      label={<FormattedMessage id="import.resource" />}
      data={resources.map(({ resource, label }) => ({ value: resource, label }))}
      value={now.size === 1 ? ([...now][0] ?? null) : null}
      placeholder={now.size > 1 ? intl.formatMessage({ id: 'import.panel.mixed' }) : undefined}
      allowDeselect={false}
      onChange={(type) => {
        if (type !== null) choose(type).catch(fail)
      }}
    />
  )
}
