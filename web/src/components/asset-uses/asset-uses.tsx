import { calls, type AssetUses as Uses } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Skeleton, Stack, Text } from '@mantine/core'
import { IconBookmark, IconCode, IconLink, IconShoppingBag, IconLayout } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import classes from './asset-uses.module.css'

const kinds = [
  { kind: 'carts', Icon: IconShoppingBag },
  { kind: 'shares', Icon: IconLink },
  { kind: 'pages', Icon: IconLayout },
  { kind: 'embeds', Icon: IconCode },
  { kind: 'searches', Icon: IconBookmark },
] as const

/** Places of one kind that are named; the others are a number. */
const mostNamed = 3

/** Where assets are used, said before they are deleted: by name where the person may see the place. */
export function AssetUses({ ids }: { readonly ids: readonly number[] }) {
  // What was true a minute ago is no help here.
  const { data, error } = useRead(calls.getAssetUses, { ids: [...ids] }, { freshMs: 0 })
  if (data === undefined)
    return error === null ? (
      <Skeleton h={20} mt="sm" />
    ) : (
      <Text fz="sm" mt="sm">
        <FormattedMessage id="asset.uses.failed" />
      </Text>
    )
  const used = kinds.filter(({ kind }) => data[kind].count > 0)
  if (used.length === 0)
    return (
      <Text fz="sm" c="dimmed" mt="sm">
        <FormattedMessage id="asset.uses.none" />
      </Text>
    )
  return (
    <Stack gap={4} mt="sm">
      <Text fw={600} fz="sm">
        <FormattedMessage id="asset.uses" values={{ count: ids.length }} />
      </Text>
      <ul className={classes.uses}>
        {used.map(({ kind, Icon }) => (
          <li key={kind}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <span>
              <FormattedMessage
                id={`asset.uses.${kind}`}
                values={{ count: data[kind].count, names: <Names of={data[kind]} /> }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Names({ of: { count, shown } }: { readonly of: Uses[keyof Uses] }) {
  const intl = useIntl()
  const named = [...new Set(shown.map(({ name }) => name))].filter((name) => name !== '').slice(0, mostNamed)
  if (named.length === 0) return null
  const rest = count - shown.filter(({ name }) => named.includes(name)).length
  const quoted = named.map((name) => intl.formatMessage({ id: 'quoted' }, { name }))
  const more = rest > 0 ? [intl.formatMessage({ id: 'asset.uses.more' }, { count: rest })] : []
  return (
    <FormattedMessage
      id="asset.uses.names"
      values={{ names: intl.formatList([...quoted, ...more], { type: 'conjunction' }) }}
    />
  )
}
