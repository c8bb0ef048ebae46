import { pagesOf, workflowsOf, type Page, type PageEditor } from '@cartouche/client'
import { useCan, useClient, useReadable } from '@cartouche/react'
import { ActionIcon, Button, Group, SegmentedControl, Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  type Icon,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { publicAddress } from '../../components/page-dialogs/page-address.ts'
import { ConfirmDialog } from '../../components/confirm-dialog/confirm-dialog.tsx'
import { PageStateBadge } from '../../components/page-dialogs/page-state-badge.tsx'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { stateOf } from '../pages/page-rows.ts'
import { ScheduleLines } from '../pages/schedule/schedule-lines.tsx'
import { rowOf } from '../pages/schedule/schedule-targets.ts'
import { previewWidths, type EditorState, type PreviewWidth } from './editor-address.ts'
import { IconTool } from './icon-tool.tsx'
import { isEditable } from './is-editable.ts'
import { LanguageMenu } from './languages/language-menu.tsx'
import classes from './page-editor.module.css'
import { PageTools } from './page-tools.tsx'

interface EditorHeaderProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly state: EditorState
  readonly onChange: (next: Partial<EditorState>) => void
}

/** The name and the state of the page, whether it is saved, and what can be done with all of it. */
export function EditorHeader({ editor, page, state, onChange }: EditorHeaderProps) {
  const intl = useIntl()
  const row = rowOf(useReadable(pagesOf(useClient()).list).pages, page)
  const editable = isEditable(page)
  const own = stateOf(page)
  const badge = page.copietravail && editable ? 'copy' : own
  return (
    <header className={classes.head}>
      <Tooltip label={intl.formatMessage({ id: 'pageEditor.back' })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          renderRoot={(props) => <Link to="/pages" {...props} />}
          aria-label={intl.formatMessage({ id: 'pageEditor.back' })}
        >
          <IconArrowLeft size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <div className={classes.named}>
        <Title order={1} fz="md" className={classes.name}>
          {page.name}
        </Title>
        <Group gap={12} wrap="nowrap">
          <PageStateBadge state={badge} />
          {editable && <SaveState editor={editor} />}
        </Group>
        <ScheduleLines ids={[row?.page.id, row?.copy?.id]} />
      </div>
      <div className={classes.tools}>
        <WidthControl width={state.width} onWidth={(width) => onChange({ width })} />
        <LanguageMenu
          editor={editor}
          page={page}
          language={state.language}
          isBeside={state.isBeside === true}
          onLanguage={(language) => onChange({ language })}
          onBeside={(isBeside) => onChange({ isBeside })}
        />
        <PageTools page={page} row={row} isComparing={state.compare !== undefined} />
        {editable ? <EditTools editor={editor} page={page} /> : <ClosedTools page={page} />}
      </div>
    </header>
  )
}

/** Whether what is shown is saved. */
function SaveState({ editor }: { readonly editor: PageEditor }) {
  const { isDirty, isWriting, writeError } = useReadable(editor)
  const text = isWriting
    ? 'pageEditor.saving'
    : isDirty
      ? writeError
        ? 'pageEditor.notSaved'
        : 'pageEditor.unsaved'
      : 'pageEditor.saved'
  return (
    <Text component="output" fz="sm" c="dimmed" className={classes.saved}>
      <FormattedMessage id={text} />
    </Text>
  )
}

/** Undo, redo, save and publish. */
function EditTools({ editor, page }: { readonly editor: PageEditor; readonly page: Page }) {
  const pages = pagesOf(useClient())
  const navigate = useNavigate()
  const intl = useIntl()
  const { canUndo, canRedo, isDirty, isWriting } = useReadable(editor)
  const canPublish = useCan('page/validate')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconTool icon={IconArrowBackUp} label="action.undo" disabled={!canUndo} onClick={editor.undo} />
      <IconTool icon={IconArrowForwardUp} label="pageEditor.redo" disabled={!canRedo} onClick={editor.redo} />
      <Button
        className={classes.lastTools}
        variant="default"
        loading={isWriting}
        disabled={!isDirty}
        // What went wrong is shown below, from the state of the page.
        onClick={() => void editor.save().catch(() => undefined)}
      >
        <FormattedMessage id="action.save" />
      </Button>
      {canPublish && (
        <Button onClick={() => setAsking(true)}>
          <FormattedMessage id="pages.act.publish" />
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage id="pages.publish.title" values={{ name: page.name }} />}
          confirm={<FormattedMessage id="pages.act.publish" />}
          onClose={() => setAsking(false)}
          work={async () => {
            const published = await pages.publish(editor.id)
            notifications.show({
              message: intl.formatMessage({ id: 'pages.publish.done' }, { name: page.name }),
            })
            await editor.fetch().catch(() => undefined)
            await navigate({ to: '/pages/$pageId', params: { pageId: String(published) } })
          }}
        >
          <FormattedMessage
            id="pages.publish.text"
            values={{ isOpen: String(page.public), address: page.path === '' ? '–' : page.path }}
          />
        </ConfirmDialog>
      )}
    </>
  )
}

/** What can be done with a page that is published, or with an earlier version of one. */
function ClosedTools({ page }: { readonly page: Page }) {
  const client = useClient()
  const pages = pagesOf(client)
  const navigate = useNavigate()
  const intl = useIntl()
  const canEdit = useCan('page/update')
  const canRestore = useCan('page/restore')
  const [busy, setBusy] = useState(false)
  const isPublished = stateOf(page) === 'published'
  const open = async (): Promise<void> => {
    setBusy(true)
    try {
      if (!isPublished) await workflowsOf(client).take('data/page', [page.id], 'restore')
      const copy = isPublished ? await pages.fetchWorkingCopy(page.id) : pages.page(page.id)
      if (!isPublished) await copy.fetch()
      await pages.fetchPages().catch(() => undefined)
      await navigate({ to: '/pages/$pageId', params: { pageId: String(copy.id) } })
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
    setBusy(false)
  }
  return (
    <>
      {isPublished && page.path !== '' && (
        <Button
          variant="default"
          // A phone has no room beside the others; the menu has it as well.
          visibleFrom="sm"
          component="a"
          href={publicAddress(page.path)}
          target="_blank"
        >
          <FormattedMessage id="pages.act.view" />
        </Button>
      )}
      {(isPublished ? canEdit : canRestore) && (
        <Button className={classes.lastTools} loading={busy} onClick={() => void open()}>
          <FormattedMessage id={isPublished ? 'pageEditor.edit' : 'pageEditor.restore'} />
        </Button>
      )}
    </>
  )
}

const widthIcons: Readonly<Record<PreviewWidth, Icon>> = {
  desktop: IconDeviceDesktop,
  tablet: IconDeviceTablet,
  phone: IconDeviceMobile,
}

interface WidthControlProps {
  readonly width: PreviewWidth
  readonly onWidth: (width: PreviewWidth) => void
}

/** How wide the page is shown. */
function WidthControl({ width, onWidth }: WidthControlProps) {
  const intl = useIntl()
  return (
    <SegmentedControl
      className={classes.widths}
      size="xs"
      aria-label={intl.formatMessage({ id: 'pageEditor.width' })}
      value={width}
      onChange={(chosen) => onWidth(previewWidths.find((one) => one === chosen) ?? 'desktop')}
      data={previewWidths.map((one) => {
        const WidthIcon = widthIcons[one]
        const label = intl.formatMessage({ id: `pageEditor.width.${one}` })
        return {
          value: one,
          label: (
            <Tooltip label={label}>
              <span className={classes.widthIcon}>
                <WidthIcon size={18} stroke={1.6} aria-hidden />
                <VisuallyHidden>{label}</VisuallyHidden>
              </span>
            </Tooltip>
          ),
        }
      })}
    />
  )
}
