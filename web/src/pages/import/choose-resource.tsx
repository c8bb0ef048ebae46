import type { FieldHeader, ImportItem, ImportResource } from '@cartouche/contract'
import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { resourceOf } from './import-rows.ts'

interface ChooseResourceProps {
  readonly jobId: number
  readonly items: readonly ImportItem[]
  readonly resources: readonly ImportResource[]
  /** Of what the items become now. */
  readonly fields: Readonly<Record<string, FieldHeader>>
}

/** What the selected files become, where there is a choice. What another resource does not take is told. */
export function ChooseResource({ jobId, items, resources, fields }: ChooseResourceProps) {
  const intl = useIntl()
  const imports = importsOf(useClient())
  const now = new Set(items.map(resourceOf))
  if (resources.length < 2) return null
  const choose = async (type: string): Promise<void> => {
    const ids = items.map(({ id }) => id)
    const { dropped } = await imports.changeItemType(jobId, ids, type)
    if (dropped.length === 0) return
    const names = dropped.map((field) => fields[field]?.name ?? field).join(', ')
    notifications.show({ message: intl.formatMessage({ id: 'import.resource.dropped' }, { names }) })
  }
  return (
    <Select
      label={<FormattedMessage id="import.resource" />}
      data={resources.map(({ resource, label }) => ({ value: resource, label }))}
      value={now.size === 1 ? ([...now][0] ?? null) : null}
      placeholder={now.size > 1 ? intl.formatMessage({ id: 'import.panel.mixed' }) : undefined}
      allowDeselect={false}
      onChange={(type) => {
        if (type === null) return
        choose(type).catch((error: unknown) =>
          notifications.show({ color: 'red', message: errorText(intl, error) }),
        )
      }}
    />
  )
}
