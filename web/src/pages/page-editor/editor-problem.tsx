import { isApiError, isClientError, type Page, type PageEditor } from '@cartouche/client'
import { useReadable } from '@cartouche/react'
import { Alert, Button, Group, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { ConflictsPanel } from './conflicts/conflicts-panel.tsx'
import classes from './page-editor.module.css'

/** Why something was not saved, what is safe, and what to do. */
export function EditorProblem({ editor, page }: { readonly editor: PageEditor; readonly page: Page }) {
  const { writeError, error, conflicts } = useReadable(editor)
  const failure = error ?? writeError
  if (conflicts.length > 0 && error === null)
    return <ConflictsPanel editor={editor} page={page} conflicts={conflicts} />
  // What was to be chosen is chosen: the header says that it is not saved yet.
  return failure && !isClientError(failure, 'page_contested') ? (
    <Failed editor={editor} failure={failure} />
  ) : null
}

function Failed({ editor, failure }: { readonly editor: PageEditor; readonly failure: Error }) {
  const intl = useIntl()
  const { isDirty, status } = useReadable(editor)
  const isConflict = isApiError(failure) && failure.code === 'version_conflict'
  const isClosed = isApiError(failure) && failure.code === 'page_closed'
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined)
  return (
    <Alert color={isConflict ? 'yellow' : 'red'} role="alert" className={classes.problem} radius={0}>
      <Text fz="sm">
        {isConflict ? (
          <FormattedMessage id={isDirty ? 'pageEditor.merged' : 'pageEditor.reloaded'} />
        ) : isClosed ? (
          <FormattedMessage id="pageEditor.closed" />
        ) : (
          errorText(intl, failure)
        )}
      </Text>
      <Group gap="sm" mt={6}>
        {isDirty && !isClosed && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isConflict && status === 'fetching'}
            onClick={() => quietly(editor.save())}
          >
            <FormattedMessage id={isConflict ? 'action.save' : 'action.retry'} />
          </Button>
        )}
        {isClosed && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              editor.discard()
              quietly(editor.fetch())
            }}
          >
            <FormattedMessage id="pageEditor.discard" />
          </Button>
        )}
        {!isDirty && (
          <Button size="compact-sm" variant="default" onClick={() => quietly(editor.fetch())}>
            <FormattedMessage id="action.retry" />
          </Button>
        )}
      </Group>
    </Alert>
  )
}
