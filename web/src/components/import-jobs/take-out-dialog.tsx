import { importsOf, type ImportJob } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useJobWork } from './use-job-work.ts'
import { WorkFailure } from './work-failure.tsx'

/** The imports under another one, to take some out. They stay as they are, beside it. */
export function TakeOutDialog({ job, onClose }: { readonly job: ImportJob; readonly onClose: () => void }) {
  useReturnFocus()
  const imports = importsOf(useClient())
  const subjobs = job.subjobs ?? []
  const [taken, setTaken] = useState<readonly string[]>([])
  const { busy, failure, run } = useJobWork()
  const takeOut = (event: FormEvent): void => {
    event.preventDefault()
    run(() => imports.removeSubjobs(job.id, taken.map(Number)), onClose)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="imports.takeOut.title" values={{ name: job.name }} />}
    >
      <form onSubmit={takeOut} noValidate>
        <Stack gap="md">
          <Checkbox.Group value={[...taken]} onChange={setTaken}>
            <Stack gap="xs">
              {subjobs.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  value={String(id)}
                  label={name}
                  styles={{ label: { overflowWrap: 'anywhere' } }}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          {subjobs.length > 1 && (
            <Button
              variant="subtle"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setTaken(subjobs.map(({ id }) => String(id)))}
            >
              <FormattedMessage id="imports.takeOut.all" />
            </Button>
          )}
          <WorkFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={taken.length === 0}>
            <FormattedMessage id="imports.takeOut.do" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
