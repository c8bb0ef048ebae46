/** What pages refuse by themselves. @source data-layer §5, §8 */
export const pageErrors = {
  page_unknown: '404: there is no page {path}',
  page_unread: 'The page {id} has not been read yet',
  widget_unknown: 'The page {page} has no widget {id}',
  widget_in_itself: 'The widget {id} cannot stand in itself',
  page_contested: 'Somebody else changed {count} values of the page {id} that are not saved: choose first',
  page_item_incomplete: 'A page item needs an id or an entity, and a resource or an entity',
} as const
