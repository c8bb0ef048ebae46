import { Group, Stack, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import classes from './design.module.css'

/** A part of the design system: its name, what it is for, and its specimens. */
export function Part({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" fz="sm">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </section>
  )
}

/** Specimens beside each other, under the name of what they have in common. */
export function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.row}>
      <Text fz="sm" c="dimmed">
        {name}
      </Text>
      <Group gap="sm" align="center">
        {children}
      </Group>
    </div>
  )
}
