import { Button, Menu, Modal, Paper, Table, Tabs, Text } from '@mantine/core'
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { DialogButtons } from '../../components/dialog-buttons/dialog-buttons.tsx'
import { Part, Row } from './specimens.tsx'

type Opened = 'dialog' | 'question' | null

/** What stands on the ground, and what floats over it. */
export function Surfaces() {
  const [opened, setOpened] = useState<Opened>(null)
  const close = (): void => setOpened(null)
  return (
    <Part title="Surfaces" text="Hairlines, not shadows; a shadow only under what floats.">
      <Row name="Dialogs">
        <Button variant="default" onClick={() => setOpened('dialog')}>
          Open a dialog
        </Button>
        <Button variant="default" onClick={() => setOpened('question')}>
          Ask before something is lost
        </Button>
      </Row>
      <Row name="Menu">
        <Menu>
          <Menu.Target>
            <Button variant="default">Open a menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Press kit</Menu.Label>
            <Menu.Item leftSection={<IconShare size={16} aria-hidden />} rightSection={<kbd>S</kbd>}>
              Share
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} disabled>
              Download
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden />}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Row>
      <Row name="Tabs">
        <Tabs defaultValue="details">
          <Tabs.List>
            <Tabs.Tab value="details">Details</Tabs.Tab>
            <Tabs.Tab value="versions">Versions</Tabs.Tab>
            <Tabs.Tab value="usage" disabled>
              Usage
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="details" pt="sm">
            <Text fz="sm">What the asset is.</Text>
          </Tabs.Panel>
          <Tabs.Panel value="versions" pt="sm">
            <Text fz="sm">What it was before.</Text>
          </Tabs.Panel>
        </Tabs>
      </Row>
      <Paper withBorder p="md">
        <Text>A section of a page: a hairline, 12 px inside, corners of 6 px.</Text>
      </Paper>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th ta="right">Size</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>Harbour at night</Table.Td>
            <Table.Td>JPEG image</Table.Td>
            <Table.Td ta="right">4.2 MB</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Td>Annual report</Table.Td>
            <Table.Td>PDF document</Table.Td>
            <Table.Td ta="right">12.0 MB</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Modal opened={opened === 'dialog'} onClose={close} title="Rename the cart">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            close()
          }}
        >
          <Text mb="md">The title says what is done, the button does it.</Text>
          <DialogButtons busy={false} onClose={close}>
            Rename
          </DialogButtons>
        </form>
      </Modal>
      {opened === 'question' && (
        <ConfirmDialog
          title="Delete 3 assets?"
          confirm="Delete"
          isGrave
          work={async () => undefined}
          onClose={close}
        >
          They stay in the trash for 30 days.
        </ConfirmDialog>
      )}
    </Part>
  )
}
