import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './asset-table.module.css'

export interface SortButtonProps {
  readonly field: string
  readonly label: string
  readonly order: string
  readonly onOrder: (order: string) => void
}

/** The head of a column: sorts by it, the second time the other way round. */
export function SortButton({ field, label, order, onOrder }: SortButtonProps) {
  const ascending = order === `${field} asc`
  const sorted = ascending || order === `${field} desc`
  const Arrow = ascending ? IconArrowUp : IconArrowDown
  return (
    <UnstyledButton
      className={classes.sort}
      onClick={() => onOrder(`${field} ${ascending ? 'desc' : 'asc'}`)}
    >
      {label}
      {sorted && <Arrow size={13} stroke={2} aria-hidden />}
    </UnstyledButton>
  )
}
