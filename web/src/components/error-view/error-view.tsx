import { Button, Code, Spoiler, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { isApiError, isClientError } from '@cartouche/client'
import { isUnreachable, useReloadForMissingPart, useRetryWhenUp } from '../../connection/use-connection.ts'
import { BusyNotice, isBusy } from '../busy-notice/busy-notice.tsx'
import { errorText, textOr } from '../../translations/error-text.ts'

export interface ErrorViewProps {
  /** Code of the failure; 'NO CODE PROVIDED!' where there is none. */
  readonly code?: string
  readonly message?: string
  readonly stack?: string
  /** What can be done next; a button to try again by default. */
  readonly action?: ReactNode
  readonly onRetry?: () => void
}

/**
 * The generic error view: title, code, description by code, message, stack.
 * @source portal §2
 */
export function ErrorView({ code, message, stack, action, onRetry }: ErrorViewProps) {
  const intl = useIntl()
  const description = code === undefined ? '' : textOr(intl, `code.${code}`, '')
  return (
    <Stack gap="sm" p="xl" maw={720} mx="auto" role="alert">
      <Title order={1}>
        <FormattedMessage id="errorView.title" />
      </Title>
      <Text c="dimmed" fz="sm" ff="monospace">
        {code ?? <FormattedMessage id="errorView.noCode" />}
      </Text>
      {description === '' ? null : <Text>{description}</Text>}
      {message === undefined || message === description ? null : <Text>{message}</Text>}
      <Text c="dimmed">
        <FormattedMessage id="errorView.safe" />
      </Text>
      {action ??
        (onRetry && (
          <Button onClick={onRetry} w="fit-content">
            <FormattedMessage id="action.retry" />
          </Button>
        ))}
      {stack === undefined ? null : (
        <Spoiler
          maxHeight={0}
          showLabel={intl.formatMessage({ id: 'errorView.stack' })}
          hideLabel={intl.formatMessage({ id: 'action.showLess' })}
        >
          <Code block fz="xs">
            {stack}
          </Code>
        </Spoiler>
      )}
    </Stack>
  )
}

/**
 * Stands where something could not be read because the server was away: no failure of the application, so no
 * code. It is tried again by itself; the banner says the rest.
 */
function UnreachableView({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <Stack gap="sm" p="xl" maw={720} mx="auto" role="alert">
      <Title order={1} size="h2">
        <FormattedMessage id="connection.missing" />
      </Title>
      <Text c="dimmed">
        <FormattedMessage id="connection.missing.text" />
      </Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry} w="fit-content">
          <FormattedMessage id="action.retry" />
        </Button>
      )}
    </Stack>
  )
}

/**
 * The error view of a thrown value: the table's errors by their code and translation, others as untrapped
 * errors of the application. What failed because the server was away is tried again as soon as it is back.
 */
export function ErrorViewOf({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const intl = useIntl()
  const isRetried = isBusy(error) && onRetry !== undefined
  useRetryWhenUp(isRetried ? null : error, onRetry)
  useReloadForMissingPart(error)
  if (isRetried)
    return (
      <Stack gap="sm" p="xl" maw={720} mx="auto">
        <BusyNotice error={error} onRetry={onRetry} />
      </Stack>
    )
  if (isUnreachable(error)) return <UnreachableView onRetry={onRetry} />
  const known = isApiError(error) || isClientError(error)
  const stack = !known && error instanceof Error ? error.stack : undefined
  return (
    <ErrorView
      code={known ? error.code : 'error.wedia-vue.untrapped.web'}
      message={!known && error instanceof Error ? error.message : errorText(intl, error)}
      {...(stack === undefined ? {} : { stack })}
      {...(onRetry === undefined ? {} : { onRetry })}
    />
  )
}
