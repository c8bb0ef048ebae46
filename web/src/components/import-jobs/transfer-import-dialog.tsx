import { importsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { PeoplePicker, type PickedPerson } from '../people-picker/people-picker.tsx'
import type { JobAct } from './job-acts.ts'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

/** Makes imports somebody else's, and says before what that means. */
export function TransferImportDialog({
  jobs,
  onClose,
}: Pick<JobAct, 'jobs'> & { readonly onClose: () => void }) {
  useReturnFocus()
  const imports = importsOf(useClient())
  const [people, setPeople] = useState<readonly PickedPerson[]>([])
  const { busy, failure, run } = useJobWork()
  const [owner] = people
  const values = { count: jobs.length, name: jobs[0].name, owner: owner?.name }
  const transfer = (event: FormEvent): void => {
    event.preventDefault()
    if (owner === undefined) return
    run(
      async () => {
        for (const { id } of jobs) await imports.transferJob(id, owner.id)
      },
      () => {
        notifications.show({ message: <FormattedMessage id="imports.transfer.done" values={values} /> })
        onClose()
      },
    )
  }
  const owners = new Set(jobs.map(({ jobowner }) => jobowner.id))
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="imports.transfer.title" values={values} />}>
      <form onSubmit={transfer} noValidate>
        <Stack gap="md">
          <PeoplePicker
            label={<FormattedMessage id="imports.transfer.owner" />}
            value={people}
            onChange={setPeople}
            max={1}
            without={owners.size === 1 ? [...owners] : []}
          />
          <Text>
            <FormattedMessage id="imports.transfer.text" values={values} />
          </Text>
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={owner === undefined}>
            <FormattedMessage id="imports.transfer" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
