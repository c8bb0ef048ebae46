import { Button, type ButtonProps } from '@mantine/core'
import type { Icon as IconType } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './selection-bar.module.css'

interface SelectionButtonProps extends Omit<ButtonProps, 'size' | 'leftSection'> {
  readonly Icon: IconType
  /** Of those that a menu has as well, which ones go first where the bar is narrow. */
  readonly hides?: 'rare' | 'spare' | undefined
}

/** Something that can be done with the selection; on a phone its icon alone. */
export function SelectionButton({
  Icon,
  hides,
  children,
  ...button
}: SelectionButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  return (
    <Button
      variant="default"
      {...button}
      size="xs"
      className={[classes.button, hides && classes[hides]].filter(Boolean).join(' ')}
      leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
    >
      <span className={classes.label}>{children}</span>
    </Button>
  )
}
