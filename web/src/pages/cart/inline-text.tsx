import { isApiError } from '@cartouche/client'
import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import type { TextId } from '../../translations/texts.ts'
import { errorText } from '../../translations/error-text.ts'
import classes from './cart.module.css'

export interface InlineTextProps {
  readonly value: string
  readonly label: TextId
  readonly canEdit: boolean
  readonly isMultiline?: boolean
  readonly maxLength: number
  /** What is shown in place of nothing, for whoever may write something. */
  readonly placeholder?: TextId
  /** Saves; rejects with version_conflict when someone was faster, and has the value read again then. */
  readonly onSave: (value: string) => Promise<unknown>
  readonly children: ReactNode
}

/**
 * A text that is edited where it stands: Enter saves (Ctrl+Enter where it has lines), Esc lets go. What could
 * not be saved stays in the field.
 */
export function InlineText({
  value,
  label,
  canEdit,
  isMultiline = false,
  maxLength,
  placeholder,
  onSave,
  children,
}: InlineTextProps) {
  const intl = useIntl()
  const [draft, setDraft] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const name = intl.formatMessage({ id: label })
  // Where the field was, its button is again: the focus goes back there, and is not taken before.
  const wasOpen = useRef(false)
  const takeFocusBack = (button: HTMLButtonElement | null): void => {
    if (button === null || !wasOpen.current) return
    wasOpen.current = false
    button.focus()
  }
  const open = (): void => {
    wasOpen.current = true
    setDraft(value)
  }
  const close = (): void => {
    setDraft(null)
    setFailure(null)
  }
  const save = async (text: string): Promise<void> => {
    if (text === value) return close()
    setBusy(true)
    await onSave(text)
      .then(close, setFailure)
      .finally(() => setBusy(false))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key !== 'Enter' || (isMultiline && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    if (draft !== null) void save(draft)
  }
  if (draft === null) {
    if (value === '' && canEdit && placeholder)
      return (
        <UnstyledButton ref={takeFocusBack} className={classes.add} onClick={open}>
          <FormattedMessage id={placeholder} />
        </UnstyledButton>
      )
    return (
      <div className={classes.inline}>
        {children}
        {canEdit && (
          <Tooltip label={name}>
            <ActionIcon ref={takeFocusBack} size={28} onClick={open} aria-label={name}>
              <IconPencil size={16} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    )
  }
  return (
    <Stack gap={6} className={classes.editor}>
      <Textarea
        aria-label={name}
        autosize
        minRows={isMultiline ? 2 : 1}
        maxRows={isMultiline ? 10 : 4}
        value={draft}
        maxLength={maxLength}
        ref={focusOnce}
        disabled={busy}
        onChange={(event) =>
          setDraft(isMultiline ? event.currentTarget.value : event.currentTarget.value.replaceAll('\n', ' '))
        }
        onKeyDown={onKeyDown}
      />
      {failure === null ? null : isApiError(failure, 'version_conflict') ? (
        <Alert color="yellow" p="xs" role="alert" title={<FormattedMessage id="cart.conflict.title" />}>
          <Text fz="sm" className={classes.wrap}>
            <FormattedMessage id="cart.conflict.text" values={{ value }} />
          </Text>
        </Alert>
      ) : (
        <Alert color="red" p="xs" role="alert">
          {errorText(intl, failure)}
        </Alert>
      )}
      <Group gap={6}>
        <Button size="compact-sm" loading={busy} onClick={() => void save(draft)}>
          <FormattedMessage id="action.save" />
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
          <FormattedMessage id="action.cancel" />
        </Button>
      </Group>
    </Stack>
  )
}

function focusOnce(input: HTMLTextAreaElement | null): void {
  if (input === null) return
  input.focus()
  input.setSelectionRange(input.value.length, input.value.length)
}
