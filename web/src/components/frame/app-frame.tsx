import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { BottomBar, Rail } from './rail.tsx'
import type { Room } from './rooms.ts'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import classes from './app-frame.module.css'

/** What stays on every screen of a signed-in person: top bar, navigation, and the room between them. */
export function AppFrame({ children, rooms, ...top }: TopBarProps & { readonly rooms: readonly Room[]; readonly children: ReactNode }) {
  const [folded, setFolded] = useLocalStorage({ key: 'cartouche-rail-folded', defaultValue: false, getInitialValueInEffect: false })
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main"><FormattedMessage id="nav.skip" /></a>
      <TopBar {...top} />
      <Rail rooms={rooms} folded={folded} onFold={setFolded} />
      <main id="main" className={classes.main} tabIndex={-1}>{children}</main>
      <BottomBar rooms={rooms} />
    </div>
  )
}
