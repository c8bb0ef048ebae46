import { shareActions, type Cart, type Share } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Checkbox, Group, PasswordInput, Select, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { draftOfForm, expiryOf, lifetimesDays, newShareForm } from './share-draft.ts'

/** Asks what a new link says and allows, and makes it. */
export function NewLinkForm({ cart, onCreated }: { readonly cart: Cart; readonly onCreated: (share: Share) => void }) {
  const intl = useIntl()
  const { shares } = useClient()
  const [form, setForm] = useState(() => newShareForm(cart.name))
  const [failure, setFailure] = useState<unknown>(null)
  const [dayWrong, setDayWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<typeof form>): void => setForm((now) => ({ ...now, ...part }))
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const expires = expiryOf(form, Date.now())
    setDayWrong(expires === null)
    if (expires === null) return
    setBusy(true)
    setFailure(null)
    try {
      onCreated(await shares.shareCart(cart.id, draftOfForm(form, expires)))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void create(event)}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed"><FormattedMessage id={cart.total === 0 ? 'shareDialog.empty' : 'shareDialog.intro'} /></Text>
        <TextInput label={<FormattedMessage id="shareDialog.name" />} value={form.name} maxLength={500} data-autofocus onChange={(event) => change({ name: event.currentTarget.value })} />
        <Textarea label={<FormattedMessage id="shareDialog.description" />} value={form.description} autosize minRows={2} maxRows={6} maxLength={10_000} onChange={(event) => change({ description: event.currentTarget.value })} />
        <Group gap="sm" align="flex-start" grow>
          <Select
            label={<FormattedMessage id="shareDialog.expires" />} value={form.lifetime} allowDeselect={false} onChange={(lifetime) => change({ lifetime: lifetime ?? String(lifetimesDays[0]) })}
            data={[...lifetimesDays.toSorted((a, b) => a - b).map((days) => ({ value: String(days), label: intl.formatMessage({ id: 'shareDialog.expires.days' }, { days }) })), { value: 'date', label: intl.formatMessage({ id: 'shareDialog.expires.date' }) }]}
          />
          {form.lifetime === 'date' && <TextInput type="date" label={<FormattedMessage id="shareDialog.expires.day" />} value={form.lastDay} error={dayWrong ? <FormattedMessage id="shareDialog.expires.past" /> : null} onChange={(event) => change({ lastDay: event.currentTarget.value })} />}
        </Group>
        <Checkbox.Group label={<FormattedMessage id="shareDialog.actions" />} value={[...form.actions]} onChange={(actions) => change({ actions: shareActions.filter((action) => action === 'view' || actions.includes(action)) })}>
          <Stack gap={6} mt={6}>{shareActions.map((action) => <Checkbox key={action} value={action} disabled={action === 'view'} label={<FormattedMessage id={`shareDialog.action.${action}`} />} />)}</Stack>
        </Checkbox.Group>
        <Stack gap="sm">
          <Switch label={<FormattedMessage id="shareDialog.password" />} checked={form.password !== 'none'} onChange={(event) => change({ password: event.currentTarget.checked ? 'generated' : 'none' })} />
          {form.password !== 'none' && (
            <SegmentedControl
              value={form.password} onChange={(password) => change({ password: password === 'own' ? 'own' : 'generated' })} aria-label={intl.formatMessage({ id: 'shareDialog.password' })}
              data={(['generated', 'own'] as const).map((value) => ({ value, label: intl.formatMessage({ id: `shareDialog.password.${value}` }) }))}
            />
          )}
          {form.password === 'own' && (
            <PasswordInput
              label={<FormattedMessage id="shareDialog.password.label" />} value={form.ownPassword} autoComplete="new-password" maxLength={200} required onChange={(event) => change({ ownPassword: event.currentTarget.value })}
              visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
            />
          )}
        </Stack>
        {failure === null ? null : <Alert color="red" role="alert">{errorText(intl, failure)}</Alert>}
        <Button type="submit" loading={busy}><FormattedMessage id="shareDialog.create" /></Button>
      </Stack>
    </form>
  )
}
