import { isApiError, type PageEditor } from '@cartouche/client'
import { useReadable } from '@cartouche/react'
import { Alert, Button, Group, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import classes from './page-editor.module.css'

/** Why something was not saved, what is safe, and what to do. */
export function EditorProblem({ editor }: { readonly editor: PageEditor }) {
  const intl = useIntl()
  const { writeError, error, isDirty } = useReadable(editor)
  const failure = writeError ?? error
  if (!failure) return null
  const isConflict = isApiError(failure) && failure.code === 'version_conflict'
  const isClosed = isApiError(failure) && failure.code === 'page_closed'
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined)
  return (
    <Alert color={isConflict ? 'yellow' : 'red'} role="alert" className={classes.problem} radius={0}>
      <Text fz="sm">
        {isConflict ? (
          <FormattedMessage id="pageEditor.conflict" />
        ) : isClosed ? (
          <FormattedMessage id="pageEditor.closed" />
        ) : (
          errorText(intl, failure)
        )}
      </Text>
      <Group gap="xs" mt={6}>
        {isDirty && !isClosed && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => quietly(isConflict ? editor.fetch().then(editor.save) : editor.save())}
          >
            <FormattedMessage id={isConflict ? 'pageEditor.conflict.mine' : 'action.retry'} />
          </Button>
        )}
        {(isConflict || isClosed) && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              editor.discard()
              quietly(editor.fetch())
            }}
          >
            <FormattedMessage id="pageEditor.conflict.theirs" />
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
