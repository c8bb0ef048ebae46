import type { Page, PageEditor, Widget } from '@cartouche/client'
import { Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowDown,
  IconArrowUp,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTrash,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { useLanguage } from '../../translations/translations.tsx'
import { IconTool } from './icon-tool.tsx'
import { PropertyField } from './fields/property-field.tsx'
import { directions, moveOf, outlineOf, type Direction } from './outline.ts'
import { componentOf, fieldsFor, propsOf } from './page-components.ts'

const icons: Readonly<Record<Direction, Icon>> = {
  up: IconArrowUp,
  down: IconArrowDown,
  in: IconIndentIncrease,
  out: IconIndentDecrease,
}

interface WidgetFormProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly widget: Widget
  readonly onDeleted: () => void
}

/** Options of a widget, as its component's schema has them; where it goes; and its removal. */
export function WidgetForm({ editor, page, widget, onDeleted }: WidgetFormProps) {
  const intl = useIntl()
  const { language } = useLanguage()
  const [isDeleting, setDeleting] = useState(false)
  const component = componentOf(widget)
  const name = component?.label[language] ?? widget.component?.name ?? widget.name
  const values = component ? propsOf(component, widget) : {}
  const inside = outlineOf({ children: widget.children }).filter(({ kind }) => kind === 'widget').length
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} fz="md">
          {name}
        </Title>
        <Group gap={2} wrap="nowrap">
          {directions.map((direction) => {
            const place = moveOf(page, widget.id, direction)
            return (
              <IconTool
                key={direction}
                icon={icons[direction]}
                label={`pageEditor.move.${direction}`}
                disabled={place === undefined}
                onClick={() => {
                  if (place) editor.move(widget.id, place)
                }}
              />
            )
          })}
        </Group>
      </Group>
      {component ? (
        fieldsFor(component).map((field) => (
          <PropertyField
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => {
              // The widget as it is by then: several fields may be taken at once.
              const now = outlineOf(editor.get().page ?? page)
                .flatMap((row) => (row.kind === 'widget' ? [row.widget] : []))
                .find(({ id }) => id === widget.id)
              if (now) editor.edit(widget.id, { props: { ...now.props, [field.name]: value } })
            }}
          />
        ))
      ) : (
        <Text fz="sm">
          <FormattedMessage id="pageEditor.unknownComponent" />
        </Text>
      )}
      <Switch
        label={<FormattedMessage id="pageEditor.enabled" />}
        checked={widget.enabled}
        onChange={(event) => editor.edit(widget.id, { enabled: event.currentTarget.checked })}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          <FormattedMessage id="pages.act.delete" />
        </Button>
      </Group>
      {isDeleting && (
        <ConfirmDialog
          isGrave
          title={<FormattedMessage id="pageEditor.delete.title" values={{ name }} />}
          confirm={<FormattedMessage id="pages.act.delete" />}
          onClose={() => setDeleting(false)}
          work={async () => {
            await editor.delete(widget.id)
            notifications.show({ message: intl.formatMessage({ id: 'pages.delete.done' }, { name }) })
            onDeleted()
          }}
        >
          <FormattedMessage id="pageEditor.delete.text" values={{ count: inside }} />
        </ConfirmDialog>
      )}
    </Stack>
  )
}
