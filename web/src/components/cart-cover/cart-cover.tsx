import type { Cart } from '@cartouche/contract'
import { IconShoppingBag } from '@tabler/icons-react'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import classes from './cart-cover.module.css'

/** The first pictures of a cart, up to four; a bag where it is empty. */
export function CartCover({ cart }: { readonly cart: Pick<Cart, 'cover'> }) {
  const pictures = cart.cover.slice(0, 4)
  return (
    <span
      className={classes.cover}
      data-count={pictures.length}
      aria-hidden
      onLoadCapture={({ target }) => target instanceof HTMLImageElement && fitPicture(target)}
    >
      {pictures.length === 0 ? (
        <IconShoppingBag size={28} stroke={1.3} />
      ) : (
        pictures.map(({ id }) => (
          <span key={id}>
            <AssetPicture
              asset={{ id, name: '', blurhash: null }}
              sidePx={pictures.length === 1 ? 240 : 120}
              alt=""
            />
          </span>
        ))
      )}
    </span>
  )
}

/** The least part of a picture in portrait format that may be seen of it. */
const minSeen = 0.6

/**
 * Pages and other pictures in portrait format are shown whole where most of them would be cut away: of a page
 * the empty middle would be left.
 */
function fitPicture(picture: HTMLImageElement): void {
  const ratio = picture.naturalWidth / picture.naturalHeight
  const seen = ratio / (picture.clientWidth / picture.clientHeight)
  picture.toggleAttribute('data-whole', ratio < 1 && seen < minSeen)
}
