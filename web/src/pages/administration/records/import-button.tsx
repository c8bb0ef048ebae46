import type { SchemaSnapshot } from '@cartouche/client'
import { Button, FileButton, Modal } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useListName } from '../../../components/entries/list-name.ts'
import { ImportSteps } from './import-steps.tsx'
import { useImportRun } from './use-import-run.ts'

interface ImportButtonProps {
  readonly schema: SchemaSnapshot
  /** Reads the list again. */
  readonly onSaved: () => Promise<void>
}

/** Imports a table as the export saves it: what exists is changed, what is new is made. */
export function ImportButton({ schema, onSaved }: ImportButtonProps) {
  const intl = useIntl()
  const name = useListName(schema)
  const control = useImportRun(schema, onSaved)
  const resetChooser = useRef<() => void>(null)
  const choose = (file: File | null): void => {
    // The same file can be chosen again, once it was corrected.
    resetChooser.current?.()
    if (file !== null) void control.open(file)
  }
  return (
    <>
      <FileButton
        accept=".csv,text/csv"
        resetRef={resetChooser}
        onChange={choose}
        inputProps={{ 'aria-label': intl.formatMessage({ id: 'records.import.file' }) }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconTableImport size={16} stroke={1.7} aria-hidden />}
          >
            <FormattedMessage id="records.import" />
          </Button>
        )}
      </FileButton>
      <Modal
        opened={control.run !== null}
        onClose={control.run?.phase === 'saving' ? control.stop : control.close}
        closeOnClickOutside={false}
        size="lg"
        title={<FormattedMessage id="records.import.title" values={{ name }} />}
      >
        {control.run !== null && <ImportSteps run={control.run} control={control} />}
      </Modal>
    </>
  )
}
