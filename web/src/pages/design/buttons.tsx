import { MarkButtons } from '../../components/marks/mark-buttons.tsx'
import type { MarkChange, Marks } from '@cartouche/client'
import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Tooltip } from '../../theme/tooltip.tsx'
import { Part, Row } from './specimens.tsx'

const kinds = [
  { name: 'Primary', variant: 'filled', color: undefined },
  { name: 'Secondary', variant: 'default', color: undefined },
  { name: 'Quiet', variant: 'subtle', color: 'gray' },
  { name: 'Grave', variant: 'filled', color: 'red' },
] as const

/** What people press. */
export function Buttons() {
  const [marks, setMarks] = useState<Marks>({ rating: 3, label: 'green', pick: 'picked' })
  const [view, setView] = useState('wall')
  return (
    <Part
      title="Buttons"
      text="One primary button for a screen or dialog. An icon alone has a name and a tooltip."
    >
      {kinds.map(({ name, variant, color }) => (
        <Row key={name} name={name}>
          <Button variant={variant} color={color}>
            Download
          </Button>
          <Button
            variant={variant}
            color={color}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          >
            Download
          </Button>
          <Button variant={variant} color={color} loading>
            Download
          </Button>
          <Button variant={variant} color={color} disabled>
            Download
          </Button>
          <Button variant={variant} color={color} size="compact-sm">
            Download
          </Button>
        </Row>
      ))}
      <Row name="Icons">
        {[
          { label: 'Share', Icon: IconShare },
          { label: 'Download', Icon: IconDownload },
          { label: 'Delete', Icon: IconTrash },
        ].map(({ label, Icon }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon aria-label={label}>
              <Icon size={18} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
        <ActionIcon aria-label="Share, disabled" disabled>
          <IconShare size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Share, busy" loading>
          <IconShare size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Row>
      <Row name="One of several">
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'wall', label: 'Wall' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </Row>
      <Row name="Marks">
        <MarkButtons
          marks={marks}
          onMark={(change: MarkChange) => setMarks((now) => ({ ...now, ...change }))}
        />
      </Row>
    </Part>
  )
}
