import { Button, Drawer, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { offerUndo } from '../undo/offer-undo.tsx'
import { EditForm } from './edit-form.tsx'
import { EditProgress } from './edit-progress.tsx'
import { nounOf } from './noun-of.ts'
import type { EditedItem, EditRun, EditRunControl } from './use-edit-run.ts'

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
 * Changes many assets at once: what is to change, how far it is, and what failed. It closes by itself where
 * nothing did, and offers to undo the change. Closing it stops nothing.
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
    if (run?.phase === 'done' || run?.phase === 'undone') {
      if (run.phase === 'done' && run.changed > 0) offerUndo(saidOf(run), undo)
      control.reset()
    }
    if (opened) onClose()
  }
  const undo = (): void => {
    control.undo()
    onOpen()
  }
  /** Nothing is left to say where all went well; else the panel says what did not, or offers to. */
  const end = useEffectEvent(() => {
    if (run === null) return
    if (run.failed.length + run.canceled + run.skipped.length === 0) {
      if (run.phase === 'undone') notifications.show({ message: saidOf(run) })
      close()
    } else if (!opened) offerToShow(run, onOpen)
  })
  const phase = run?.phase
  useEffect(() => {
    if (phase === 'done' || phase === 'undone') end()
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

/** What a run did. */
function saidOf({ phase, changed, path }: EditRun): ReactNode {
  return (
    <FormattedMessage
      id={phase === 'undone' ? 'editMany.undone' : 'selection.workflow.done'}
      values={{ count: changed, noun: nounOf(path) }}
    />
  )
}

/** Says what was done, and offers to show what was not. */
function offerToShow(run: EditRun, onShow: () => void): void {
  const id = notifications.show({
    autoClose: 20_000,
    message: (
      <Group justify="space-between">
        {saidOf(run)}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            onShow()
          }}
        >
          <FormattedMessage id="editMany.show" />
        </Button>
      </Group>
    ),
  })
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
