import type { Asset, CursorGroup } from '@cartouche/client'
import { Text, UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl, type IntlShape } from 'react-intl'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import type { GalleryProps } from '../../components/gallery/gallery.ts'
import { ratioOf } from '../../components/gallery/ratio-of.ts'
import { countInFirstRow, type WallSection } from '../../components/gallery/wall-sections.ts'
import { valueName } from '../../components/asset-text/value-name.tsx'
import { inText } from '../../translations/in-text.ts'
import classes from './browse.module.css'

/** What the wall takes of the width beside its pictures, and the space between them, px. */
const edgesPx = 24
const gap = 8

interface GroupedWallProps extends GalleryProps {
  readonly rowHeight: number
  readonly groups: readonly CursorGroup[]
  /** The field that groups, and its name. */
  readonly field: string
  readonly label: string
  readonly onMore: (group: string) => void
  /** Goes to the list of one value alone; null: of what has none. */
  readonly onOnly: (value: string | null) => void
}

/**
 * The list in groups: of each its name, its count and its first row of pictures; more of one on demand, more
 * groups while scrolling.
 */
export function GroupedWall({
  groups,
  field,
  label,
  rowHeight,
  onMore,
  onOnly,
  ...gallery
}: GroupedWallProps) {
  const intl = useIntl()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { sections, assets } = useMemo(() => {
    const shown = groups.map((group): { group: CursorGroup; assets: readonly Asset[]; isOpen: boolean } => {
      const all = group.data as readonly Asset[]
      const isOpen = opened.has(group.key)
      return {
        group,
        isOpen,
        assets: isOpen
          ? all
          : all.slice(
              0,
              countInFirstRow(all.map(ratioOf), { width: Math.max(0, width - edgesPx), rowHeight, gap }),
            ),
      }
    })
    const toggle = (key: string): void =>
      setOpened((now) =>
        now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key]),
      )
    return {
      assets: shown.flatMap((one) => one.assets),
      sections: shown.map(({ group, isOpen, assets: own }): WallSection => {
        const name = groupName(intl, field, label, group)
        return {
          key: group.key,
          name,
          length: own.length,
          isOneRow: !isOpen,
          heading: (
            <GroupHeading
              name={name}
              count={group.count}
              onOnly={() => onOnly(group.value.id === null ? null : String(group.value.id))}
            />
          ),
          foot:
            !isOpen && own.length === group.count ? null : (
              <GroupFoot
                group={group}
                shown={own.length}
                isOpen={isOpen}
                name={name}
                onToggle={() => toggle(group.key)}
                onMore={() => onMore(group.key)}
              />
            ),
        }
      }),
    }
  }, [groups, opened, width, rowHeight, intl, field, label, onMore, onOnly])
  return (
    <div ref={ref} className={classes.grouped}>
      {width > 0 && (
        <AssetGrid
          {...gallery}
          assets={assets}
          rowHeight={rowHeight}
          sections={sections}
          total={assets.length}
        />
      )}
    </div>
  )
}

function groupName(intl: IntlShape, field: string, label: string, { value }: CursorGroup): string {
  return value.id === null
    ? intl.formatMessage({ id: 'browse.group.none' }, { field: inText(label, intl.locale) })
    : valueName(intl, field, { id: value.id, name: value.name })
}

function GroupHeading({
  name,
  count,
  onOnly,
}: {
  readonly name: string
  readonly count: number
  readonly onOnly: () => void
}) {
  return (
    <>
      <Text component="h2" fz="md" fw={600} truncate>
        {name}
      </Text>
      <Text c="dimmed" fz="sm">
        <FormattedNumber value={count} />
      </Text>
      <UnstyledButton className={classes.groupAct} onClick={onOnly}>
        <FormattedMessage id="browse.group.only" values={{ name }} />
      </UnstyledButton>
    </>
  )
}

interface GroupFootProps {
  readonly group: CursorGroup
  readonly shown: number
  readonly isOpen: boolean
  readonly name: string
  readonly onToggle: () => void
  readonly onMore: () => void
}

function GroupFoot({ group, shown, isOpen, name, onToggle, onMore }: GroupFootProps) {
  const intl = useIntl()
  const left = group.count - shown
  return (
    <>
      {left > 0 && (
        <UnstyledButton
          className={classes.groupAct}
          aria-label={intl.formatMessage({ id: 'browse.group.more.named' }, { name, count: left })}
          onClick={isOpen ? onMore : onToggle}
        >
          <FormattedMessage id="browse.group.more" values={{ count: left }} />
        </UnstyledButton>
      )}
      {isOpen && (
        <UnstyledButton
          className={classes.groupAct}
          aria-label={intl.formatMessage({ id: 'browse.group.less.named' }, { name })}
          onClick={onToggle}
        >
          <FormattedMessage id="browse.group.less" />
        </UnstyledButton>
      )}
    </>
  )
}
