import { Button, Drawer, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { EditForm } from './edit-form.tsx'
import { EditProgress } from './edit-progress.tsx'
import { nounOf } from './noun-of.ts'
import type { EditedItem, EditRunControl } from './use-edit-run.ts'

interface EditAssetsPanelProps {
  /** Resource path of what is edited. */
  readonly path: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly onOpen: () => void
  /** What is selected; what a change that was begun is meant for does not follow it. */
  readonly assets: readonly EditedItem[]
  readonly control: EditRunControl
  /** The one list field that is offered; all without. */
  readonly only?: string | undefined
}

/**
 * Changes many assets at once: what is to change, how far it is, and what came of it. Closing it stops
 * nothing.
 */
export function EditAssetsPanel({
  path,
  opened,
  onClose,
  onOpen,
  assets,
  control,
  only,
}: EditAssetsPanelProps) {
  const { run } = control
  const count = run?.assets.length ?? assets.length
  const close = (): void => {
    if (run !== null && run.phase !== 'running' && run.phase !== 'undoing') {
      if (run.phase === 'done' && run.changed > 0) offer('action.undo', run.changed, control.undo)
      control.reset()
    }
    onClose()
  }
  /** Says what was changed, with one thing that can be done about it. */
  const offer = (text: 'action.undo' | 'editMany.show', changed: number, act?: () => void): void => {
    const id = notifications.show({
      color: 'green',
      autoClose: 20_000,
      message: (
        <Group justify="space-between">
          <FormattedMessage id="selection.workflow.done" values={{ count: changed, noun: nounOf(path) }} />
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id)
              act?.()
              onOpen()
            }}
          >
            <FormattedMessage id={text} />
          </Button>
        </Group>
      ),
    })
  }
  const phase = run?.phase
  const announceEnd = useEffectEvent(() => {
    if (run !== null && !opened) offer('editMany.show', run.changed)
  })
  useEffect(() => {
    if (phase === 'done' || phase === 'undone') announceEnd()
  }, [phase])
  return (
    <Drawer
      opened={opened}
      onClose={close}
      position="right"
      size="min(100%, 440px)"
      title={<FormattedMessage id="editMany.title" values={{ count, noun: nounOf(path) }} />}
    >
      <PanelBody path={path} assets={assets} control={control} only={only} onClose={close} />
    </Drawer>
  )
}

/** Is there while the panel is open: closed, it gives the focus back, whether or not a change goes on. */
function PanelBody({
  path,
  assets,
  control,
  only,
  onClose,
}: Pick<EditAssetsPanelProps, 'path' | 'assets' | 'control' | 'only' | 'onClose'>) {
  useReturnFocus()
  return control.run === null ? (
    <EditForm
      path={path}
      assets={assets}
      only={only}
      onSubmit={(changes, action) => control.start(assets, changes, action)}
      onCancel={onClose}
    />
  ) : (
    <EditProgress run={control.run} control={control} onClose={onClose} />
  )
}
