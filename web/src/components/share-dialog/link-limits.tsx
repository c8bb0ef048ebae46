import type { ShareAction } from '@cartouche/contract'
import { allShareActions, calls } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Checkbox, Group, Fieldset, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { Fragment, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DayInput } from '../day-input/day-input.tsx'
import { dayOfLocal } from '../day-input/days.ts'
import { LinkFiles } from './link-files.tsx'
import { LinkUploads } from './link-uploads.tsx'
import { lifetimesDays, maxLifetimeMs, type LinkPartProps, type ShareForm } from './share-draft.ts'

/** What visitors of a new link get: the cart with what they may do with it, or the archive alone. */
export function LinkGives({ form, onChange }: LinkPartProps) {
  const intl = useIntl()
  const profiles = useRead(calls.listDownloadProfiles, {}).data ?? []
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={form.mode}
        onChange={(mode) => onChange({ mode: mode === 'zip' ? 'zip' : 'cart' })}
        aria-label={intl.formatMessage({ id: 'shareDialog.mode' })}
        fullWidth
        data={(['cart', 'zip'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `shareDialog.mode.${value}` }),
        }))}
      />
      {form.mode === 'zip' ? (
        <Select
          label={<FormattedMessage id="shareDialog.files" />}
          value={form.profile}
          allowDeselect={false}
          onChange={(profile) => onChange({ profile: profile ?? 'originals' })}
          data={profiles.map(({ code, name }) => ({ value: code, label: name }))}
        />
      ) : (
        <>
          <Actions form={form} onChange={onChange} />
          <LinkFiles form={form} onChange={onChange} />
        </>
      )}
    </Stack>
  )
}

/** What visitors may do, each with what there is to say about it. */
function Actions({ form, onChange }: LinkPartProps) {
  const [comments, reads] = [useCan('asset/comment'), useCan('asset/readComments')]
  const imports = useCan('massimportjob/create')
  const offered = allShareActions.filter(
    (action) => (action !== 'comment' || (comments && reads)) && (action !== 'upload' || imports),
  )
  const turn = (turned: ShareAction, isOn: boolean): void =>
    onChange({
      actions: offered.filter((action) => (action === turned ? isOn : form.actions.includes(action))),
    })
  return (
    <Fieldset
      variant="unstyled"
      p={0}
      mx={0}
      legend={<FormattedMessage id="shareDialog.actions" />}
      styles={{ legend: { fontWeight: 600, fontSize: 13, paddingInline: 0, marginBottom: 4 } }}
    >
      <Stack gap={6}>
        {offered.map((action) => (
          <Fragment key={action}>
            <Checkbox
              checked={form.actions.includes(action)}
              disabled={action === 'view'}
              label={<FormattedMessage id={`shareDialog.action.${action}`} />}
              onChange={({ currentTarget }) => turn(action, currentTarget.checked)}
            />
            {action === 'comment' && form.actions.includes(action) && (
              <Checkbox
                ml="xl"
                label={<FormattedMessage id="shareDialog.showsReplies" />}
                checked={form.showsReplies}
                onChange={({ currentTarget }) => onChange({ showsReplies: currentTarget.checked })}
              />
            )}
            {action === 'upload' && form.actions.includes(action) && (
              <LinkUploads form={form} onChange={onChange} />
            )}
          </Fragment>
        ))}
      </Stack>
    </Fieldset>
  )
}

/** Until when a new link is good, and for how many visitors. */
export function LinkLimits({ form, onChange, isDayWrong }: LinkPartProps & { readonly isDayWrong: boolean }) {
  const intl = useIntl()
  return (
    <Group gap="sm" align="flex-start" grow>
      <LinkExpiry form={form} onChange={onChange} isDayWrong={isDayWrong} />
      <NumberInput
        label={<FormattedMessage id="shareDialog.maxUses" />}
        value={form.maxUses}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        placeholder={intl.formatMessage({ id: 'shareDialog.maxUses.none' })}
        onChange={(value) => onChange({ maxUses: typeof value === 'number' ? value : '' })}
      />
    </Group>
  )
}

interface LinkExpiryProps {
  readonly form: Pick<ShareForm, 'lifetime' | 'lastDay'>
  readonly onChange: (part: Partial<Pick<ShareForm, 'lifetime' | 'lastDay'>>) => void
  readonly isDayWrong: boolean
}

/** Until when a new link is good: so many days, or a day. */
export function LinkExpiry({ form, onChange, isDayWrong }: LinkExpiryProps) {
  const intl = useIntl()
  const [last] = useState(() => dayOfLocal(new Date(Date.now() + maxLifetimeMs)))
  return (
    <Stack gap="sm">
      <Select
        label={<FormattedMessage id="shareDialog.expires" />}
        value={form.lifetime}
        allowDeselect={false}
        onChange={(lifetime) => onChange({ lifetime: lifetime ?? String(lifetimesDays[0]) })}
        data={[
          ...lifetimesDays
            .toSorted((a, b) => a - b)
            .map((days) => ({
              value: String(days),
              label: intl.formatMessage({ id: 'shareDialog.expires.days' }, { days }),
            })),
          { value: 'date', label: intl.formatMessage({ id: 'shareDialog.expires.date' }) },
        ]}
      />
      {form.lifetime === 'date' && (
        <DayInput
          label={<FormattedMessage id="shareDialog.expires.day" />}
          placeholder={intl.formatMessage({ id: 'shareDialog.expires.choose' })}
          value={form.lastDay === '' ? null : form.lastDay}
          last={last}
          error={isDayWrong ? <FormattedMessage id="shareDialog.expires.past" /> : null}
          onChange={(day) => onChange({ lastDay: day ?? '' })}
        />
      )}
    </Stack>
  )
}
