import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

export interface EmptyStateProps {
  readonly text: ReactNode
  readonly label: ReactNode
  /** Missing: this person can do nothing about it. */
  readonly onAction?: (() => void) | undefined
}

/** An empty place: one sentence and one button. @source LOOK "Empty states have one sentence and one button" */
export function EmptyState({ text, label, onAction }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} align="center" justify="center" gap="md">
      <Text className={classes.text}>{text}</Text>
      {onAction && <Button onClick={onAction}>{label}</Button>}
    </Stack>
  )
}
