import type { Asset, DuplicateFamily } from '@cartouche/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowMerge, IconColumns2, IconEqualNot } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAssetActions } from '../../components/asset-actions/action-context.ts'
import { maxCompared } from '../../components/asset-actions/asset-actions.ts'
import type { TextId } from '../../translations/texts.ts'
import { FamilyCard } from './family-card.tsx'
import { moveFocus } from './move-focus.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { useDismiss } from './use-dismiss.ts'
import classes from './duplicates.module.css'

interface FamilyRowProps {
  readonly family: DuplicateFamily
  readonly assets: ReadonlyMap<number, Asset>
  /** Before the family goes: where the focus was. */
  readonly onGone: (row: HTMLElement | null) => void
}

/** One family: which of it stays, which give way, and what is done with it. */
export function FamilyRow({ family, assets, onGone }: FamilyRowProps) {
  const intl = useIntl()
  const actions = useAssetActions()
  const dismiss = useDismiss()
  const row = useRef<HTMLLIElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [left, setLeft] = useState<readonly number[]>([])
  const [isMerging, setMerging] = useState(false)
  const ids = family.members.map(({ id }) => id)
  const keep = chosen !== null && ids.includes(chosen) ? chosen : family.best
  const shown = ids.flatMap((id) => assets.get(id) ?? [])
  const kept = assets.get(keep)
  const others = shown.filter(({ id }) => id !== keep && !left.includes(id))
  const reasonId = useId()
  const compared = [...shown.filter(({ id }) => id === keep), ...shown.filter(({ id }) => id !== keep)].slice(
    0,
    maxCompared,
  )
  const compare = (): void => actions.run('compare', { assets: compared, place: {} })
  const mayMark = shown.length > 0 && shown.every(({ $rights }) => $rights?.update === true)
  const mergeReason = kept && mergeReasonOf(kept, others)
  const mayMerge = kept !== undefined && mergeReason === undefined
  const markReason: TextId | undefined =
    kept === undefined || mayMark ? undefined : 'duplicates.different.mayNot'
  const reasons = [mergeReason, markReason].filter((one) => one !== undefined)
  const merge = (): void => {
    if (mayMerge) setMerging(true)
  }
  const markDifferent = (): void => {
    if (!mayMark) return
    onGone(row.current)
    void dismiss(ids)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return
    const run = {
      k: () => setChosen(Number(card.dataset['card'])),
      enter: merge,
      d: markDifferent,
      c: compare,
    }[event.key.toLowerCase()]
    if (!run) return moveFocus(event)
    event.preventDefault()
    run()
  }
  const title = intl.formatMessage({ id: `duplicates.family.${family.kind}` }, { count: family.total })
  return (
    <li ref={row} data-family className={classes.family}>
      <div className={classes.head}>
        <Text component="h2" fz="md" fw={600} className={classes.title}>
          {title}
        </Text>
        <Group gap="sm" className={classes.acts}>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconColumns2 size={16} stroke={1.7} aria-hidden />}
            disabled={compared.length < 2}
            onClick={compare}
          >
            <FormattedMessage id="duplicates.compare" />
          </Button>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconEqualNot size={16} stroke={1.7} aria-hidden />}
            disabled={!mayMark}
            onClick={markDifferent}
          >
            <FormattedMessage id="duplicates.different" />
          </Button>
          <Button
            size="compact-md"
            leftSection={<IconArrowMerge size={16} stroke={1.7} aria-hidden />}
            aria-disabled={!mayMerge}
            aria-describedby={reasons.length > 0 ? reasonId : undefined}
            data-disabled={!mayMerge || undefined}
            onClick={merge}
          >
            <FormattedMessage id="duplicates.merge" values={{ count: others.length }} />
          </Button>
        </Group>
        {reasons.length > 0 && (
          <Text id={reasonId} fz="sm" c="dimmed" className={classes.reason}>
            {reasons.map((reason) => intl.formatMessage({ id: reason })).join(' ')}
          </Text>
        )}
      </div>
      <ul className={classes.cards} aria-label={title}>
        {family.members.map((member) => (
          <FamilyCard
            key={member.id}
            member={member}
            asset={assets.get(member.id)}
            isKept={member.id === keep}
            isBest={member.id === family.best}
            isLeft={left.includes(member.id)}
            onKeyDown={onKeyDown}
            onKeep={() => setChosen(member.id)}
            onLeave={() =>
              setLeft(left.includes(member.id) ? left.filter((id) => id !== member.id) : [...left, member.id])
            }
          />
        ))}
      </ul>
      {family.total > family.members.length && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage
            id="duplicates.more"
            values={{ shown: family.members.length, count: family.total - family.members.length }}
          />
        </Text>
      )}
      {isMerging && kept && (
        <MergeDialog
          kept={kept}
          others={others}
          onMerged={() => onGone(row.current)}
          onClose={() => setMerging(false)}
        />
      )}
    </li>
  )
}

/** Why a family cannot be merged as it was chosen. */
function mergeReasonOf(kept: Asset, others: readonly Asset[]): TextId | undefined {
  if (others.length === 0) return 'duplicates.merge.nothing'
  if (kept.$rights?.update !== true) return 'duplicates.merge.mayNotEdit'
  return others.every(({ $rights }) => $rights?.delete === true) ? undefined : 'duplicates.merge.mayNotDelete'
}
