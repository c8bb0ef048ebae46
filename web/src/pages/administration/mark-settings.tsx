import type { EntityData } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Radio, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { EditProblem } from '../../components/asset-details/edit-problem.tsx'
import { schemaPath, useFollowSchema } from './use-schema-records.ts'

interface MarkSettingsProps {
  readonly schema: EntityData
  /** The record as it is stored. */
  readonly stored: EntityData
}

const scopes = ['own', 'shared'] as const

/** Whether each person has their own ratings, labels and picks, or all share them. */
export function MarkSettings({ schema, stored }: MarkSettingsProps) {
  const { entities } = useClient()
  const follow = useFollowSchema(schema)
  const [scope, setScope] = useState(stored['marks'] === 'shared' ? 'shared' : 'own')
  const [failure, setFailure] = useState<unknown>(null)
  const change = async (next: string): Promise<void> => {
    setFailure(null)
    setScope(next)
    try {
      await entities.patch(schemaPath, schema.id, { marks: next })
      await follow()
    } catch (error) {
      setScope(scope)
      setFailure(error)
    }
  }
  return (
    <section>
      <Title order={2} fz="md">
        <FormattedMessage id="marks.own" />
      </Title>
      <Text fz="sm" c="dimmed" my="xs">
        <FormattedMessage id="marks.own.hint" />
      </Text>
      <Radio.Group value={scope} onChange={(next) => void change(next)} aria-label={schema.name ?? ''}>
        <Stack gap="xs">
          {scopes.map((one) => (
            <Radio key={one} value={one} label={<FormattedMessage id={`marks.own.${one}`} />} />
          ))}
        </Stack>
      </Radio.Group>
      {failure !== null && <EditProblem error={failure} />}
    </section>
  )
}
