import { Button, Group, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

interface VisitorLineProps {
  /** A text with `name`. */
  readonly label: 'visit.who.as' | 'visit.send.as'
  readonly name: string
  /** Somebody else is there. */
  readonly onChange: () => void
  readonly className?: string | undefined
}

/** Under which name a visitor comments or sends files, and the way to give another one. */
export function VisitorLine({ label, name, onChange, className }: VisitorLineProps) {
  return (
    <Group gap={10} className={className}>
      <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <FormattedMessage id={label} values={{ name }} />
      </Text>
      <Button size="compact-xs" variant="subtle" px={4} ml={-4} color="gray" onClick={onChange}>
        <FormattedMessage id="visit.who.change" />
      </Button>
    </Group>
  )
}
