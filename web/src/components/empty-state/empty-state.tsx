import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { takeLostFocus } from './take-lost-focus.ts'
import classes from './empty-state.module.css'

export interface EmptyStateProps {
  readonly text: ReactNode
  readonly label: ReactNode
  /** The text is all that the page says. */
  readonly isPage?: boolean
  /** Missing: this person can do nothing about it. */
  readonly onAction?: (() => void) | undefined
  /** The button takes the focus where the one that was pressed is gone. */
  readonly takesFocus?: boolean
}

/**
 * An empty place: one sentence and one button.
 * @source LOOK "Empty states have one sentence and one button"
 */
export function EmptyState({ text, label, isPage = false, onAction, takesFocus }: EmptyStateProps) {
  return (
    <Stack data-empty className={classes.empty} align="center" justify="center" gap="md">
      <Text className={classes.text} component={isPage ? 'h1' : 'p'} m={0}>
        {text}
      </Text>
      {onAction && (
        <Button ref={takesFocus ? takeLostFocus : undefined} onClick={onAction}>
          {label}
        </Button>
      )}
    </Stack>
  )
}
