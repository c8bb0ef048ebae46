/** Players in the order in which they are tried. @source data-layer §9 */
export const defaultPlayers = 'bo.player,poster,thumbnailBig,default'
