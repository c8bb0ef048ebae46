import { linkTarget, type LinkTarget } from '@cartouche/components'
import { calls, pagesOf } from '@cartouche/client'
import { useCarts, useClient, useRead, useReadable } from '@cartouche/react'
import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assetPath } from '../../../address/browse-cursor.ts'
import { AssetPicture } from '../../../components/asset-picture/asset-picture.tsx'
import classes from '../page-editor.module.css'
import { useTyped } from '../use-typed.ts'
import { LinkMenu } from './link-menu.tsx'

interface LinkFieldProps {
  readonly label: string
  readonly hint: string
  /** An address, or what the link leads to by its id. */
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

/** What a link leads to: chosen from pages, assets and carts, or an address that is typed. */
export function LinkField({ label, hint, value, maxLength, onChange }: LinkFieldProps) {
  const target = linkTarget(value)
  const typed = useTyped(target ? '' : value, onChange)
  return (
    <Fieldset legend={label} mx={0}>
      <Stack gap="sm" align="stretch">
        {target ? (
          <Chosen target={target} onRemove={() => onChange('')} />
        ) : (
          <TextInput
            label={<FormattedMessage id="linkPicker.address" />}
            description={hint}
            placeholder="https://example.org"
            maxLength={maxLength}
            value={typed.text}
            onChange={(event) => typed.onText(event.currentTarget.value)}
            onBlur={typed.onBlur}
            onKeyDown={typed.onKeyDown}
          />
        )}
        <LinkMenu
          onPick={(link) => onChange(link)}
          target={
            <Button variant="default" size="xs" style={{ justifySelf: 'start', alignSelf: 'start' }}>
              <FormattedMessage id={target ? 'assetPicker.replace' : 'linkPicker.choose'} />
            </Button>
          }
        />
      </Stack>
    </Fieldset>
  )
}

function Chosen({ target, onRemove }: { readonly target: LinkTarget; readonly onRemove: () => void }) {
  const intl = useIntl()
  const named = { page: PageName, asset: AssetName, cart: CartName, share: ShareName }
  const Name = named[target.kind]
  return (
    <Group gap="xs" wrap="nowrap">
      <Text fz="sm" component="span" className={classes.chosenName}>
        <FormattedMessage id={`linkPicker.to.${target.kind}`} /> <Name id={target.id} />
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={intl.formatMessage({ id: 'linkPicker.remove' })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </Group>
  )
}

interface NameProps {
  readonly id: string
}

function PageName({ id }: NameProps) {
  const { pages, hasData } = useReadable(pagesOf(useClient()).list)
  return <NameOr isLoaded={hasData} name={pages.find((page) => String(page.id) === id)?.name} />
}

function AssetName({ id }: NameProps) {
  const query = { id: { eq: Number(id) } }
  const { data, status } = useRead(calls.findEntities, { path: assetPath, max: 1, query })
  const [asset] = (data?.response.data ?? []).filter((one) => typeof one !== 'string')
  return (
    <>
      {asset && (
        <span className={classes.chosenPicture}>
          <AssetPicture
            asset={{ id: asset.id, name: asset.name ?? '', blurhash: undefined }}
            sidePx={48}
            alt=""
          />
        </span>
      )}
      <NameOr isLoaded={status === 'loaded'} name={asset && (asset.name ?? `#${id}`)} />
    </>
  )
}

function CartName({ id }: NameProps) {
  const { carts, hasData } = useCarts()
  return <NameOr isLoaded={hasData} name={carts.find((cart) => String(cart.id) === id)?.name} />
}

function ShareName({ id }: NameProps) {
  return <a href={`/s/${id}`} target="_blank" rel="noreferrer">{`/s/${id}`}</a>
}

/** What was chosen by its name; that it is gone, or hidden from whoever edits, is said. */
function NameOr({ name, isLoaded }: { readonly name: string | undefined; readonly isLoaded: boolean }) {
  if (name !== undefined) return <strong>{name}</strong>
  return <FormattedMessage id={isLoaded ? 'linkPicker.gone' : 'loading'} />
}
