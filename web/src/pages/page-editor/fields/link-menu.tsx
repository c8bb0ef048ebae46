import { linkTo, type LinkKind } from '@cartouche/components'
import { Menu } from '@mantine/core'
import { IconFileText, IconPhoto, IconShoppingBag } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { AssetPicker } from '../../../components/asset-picker/asset-picker.tsx'
import { CartLinkPicker } from './cart-link-picker.tsx'
import { PagePicker } from './page-picker.tsx'

const offered = { page: IconFileText, asset: IconPhoto, cart: IconShoppingBag } as const
const kinds = Object.keys(offered) as (keyof typeof offered)[]

interface LinkMenuProps {
  /** What opens it. */
  readonly target: ReactNode
  /** `link`: as `page:12`. `name`: of what was chosen, where it is known. */
  readonly onPick: (link: string, name: string) => void
}

/** Chooses what a link leads to: a page, an asset, a cart or a shared link to one. */
export function LinkMenu({ target, onPick }: LinkMenuProps) {
  const intl = useIntl()
  const [picking, setPicking] = useState<keyof typeof offered | null>(null)
  const close = (): void => setPicking(null)
  const pick = (kind: LinkKind, id: number | string, name: string): void => {
    close()
    onPick(linkTo({ kind, id }), name)
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => {
            const KindIcon = offered[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<KindIcon size={16} stroke={1.7} aria-hidden />}
                onClick={() => setPicking(kind)}
              >
                <FormattedMessage id={`linkPicker.${kind}`} />
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {picking === 'page' && <PagePicker onClose={close} onPick={(id, name) => pick('page', id, name)} />}
      {picking === 'asset' && (
        <AssetPicker
          title={intl.formatMessage({ id: 'assetPicker.choose' })}
          onClose={close}
          onPick={(id) => pick('asset', id, '')}
        />
      )}
      {picking === 'cart' && <CartLinkPicker onClose={close} onPick={pick} />}
    </>
  )
}
