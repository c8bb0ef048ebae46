import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { LinkEditor } from '../../components/asset-details/link-editor.tsx'
import { errorText } from '../../translations/error-text.ts'
import { createResource, newResource, type ResourceDraft } from './create-resource.ts'
import { rolePath } from './use-schema-records.ts'

/** Makes a resource with a name in both languages, and the parent of a tree where it is one. */
export function AddResourceDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus()
  const intl = useIntl()
  const { entities, cursors } = useClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<ResourceDraft>({
    initialValues: newResource,
    validate: {
      name: (name) =>
        /^[a-z][a-z0-9]{1,39}$/.test(name.trim()) ? null : (
          <FormattedMessage id="administration.resource.name.problem" />
        ),
      label: (label) => (label.trim() === '' ? <FormattedMessage id="administration.label.problem" /> : null),
    },
  })
  const submit = async (draft: ResourceDraft): Promise<void> => {
    setFailure(null)
    try {
      await createResource(entities, draft)
      await cursors.refresh('schemas')
      await navigate({ to: '/administration', search: { section: 'schemas', resource: draft.name.trim() } })
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="administration.resource.add" />}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput
            withAsterisk
            data-autofocus
            label={<FormattedMessage id="administration.name" />}
            description={<FormattedMessage id="administration.name.hint" />}
            {...form.getInputProps('name')}
          />
          <TextInput
            withAsterisk
            maxLength={200}
            label={<FormattedMessage id="administration.label.en" />}
            {...form.getInputProps('label')}
          />
          <TextInput
            maxLength={200}
            label={<FormattedMessage id="administration.label.fr" />}
            {...form.getInputProps('labelFr')}
          />
          <Switch
            label={<FormattedMessage id="administration.resource.tree" />}
            description={<FormattedMessage id="administration.resource.tree.hint" />}
            {...form.getInputProps('tree', { type: 'checkbox' })}
          />
          <Switch
            label={<FormattedMessage id="administration.resource.workflow" />}
            description={<FormattedMessage id="administration.resource.workflow.hint" />}
            {...form.getInputProps('workflow', { type: 'checkbox' })}
          />
          <LinkEditor
            label={intl.formatMessage({ id: 'administration.readers' })}
            placeholder={intl.formatMessage({ id: 'administration.roles.none' })}
            path={rolePath}
            single={false}
            ids={form.values.readers}
            known={[]}
            onIds={(ids) => form.setFieldValue('readers', ids)}
            onKeyDown={() => {}}
          />
          <LinkEditor
            label={intl.formatMessage({ id: 'administration.writers' })}
            placeholder={intl.formatMessage({ id: 'administration.roles.none' })}
            path={rolePath}
            single={false}
            ids={form.values.writers}
            known={[]}
            onIds={(ids) => form.setFieldValue('writers', ids)}
            onKeyDown={() => {}}
          />
          {failure !== null && (
            <Alert color="red" role="alert" title={<FormattedMessage id="administration.resource.refused" />}>
              {errorText(intl, failure)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <FormattedMessage id="action.cancel" />
            </Button>
            <Button type="submit" loading={form.submitting}>
              <FormattedMessage id="administration.resource.add" />
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
