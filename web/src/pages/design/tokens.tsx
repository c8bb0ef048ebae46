import { Stack, Text, Title } from '@mantine/core'
import { Part, Row } from './specimens.tsx'
import classes from './design.module.css'

const colours = [
  '--ground',
  '--ground-quiet',
  '--ground-stage',
  '--hairline',
  '--hover',
  '--pressed',
  '--accent-ground',
  '--accent-text',
  '--mantine-primary-color-filled',
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-error',
] as const
const spaces = ['xs', 'sm', 'md', 'lg', 'xl'] as const

/** Colours, type and measures. */
export function Tokens() {
  return (
    <Part
      title="Tokens"
      text="Greys have no tint, as a tinted ground falsifies pictures; the one accent is for what can be done next."
    >
      <ul className={classes.colours}>
        {colours.map((name) => (
          <li key={name} className={classes.colour}>
            <span style={{ background: `var(${name})` }} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <Row name="Type">
        <Stack gap={4}>
          <Title order={3} fz={22} fw={600}>
            Heading of a page, 22 px
          </Title>
          <Title order={3} fz={17} fw={600}>
            Heading of a section or dialog, 17 px
          </Title>
          <Text>Body, 14 px: 0123456789 in figures of one width</Text>
          <Text fz="sm">Lists, 13 px</Text>
          <Text fz="sm" c="dimmed">
            What explains, 13 px, dimmed
          </Text>
          <Text fz="xs">Captions, 12 px</Text>
        </Stack>
      </Row>
      <Row name="Spacing">
        <div className={classes.spaces}>
          {spaces.map((size) => (
            <div key={size} className={classes.space}>
              <span
                style={{ width: `var(--mantine-spacing-${size})`, height: `var(--mantine-spacing-${size})` }}
              />
              {size}
            </div>
          ))}
        </div>
      </Row>
    </Part>
  )
}
