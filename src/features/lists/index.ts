/** Lists that are put together from an endpoint of the contract. */
export { EntityList } from './entity-list';
export type { Chosen, EntityListProps, Listing } from './list-props';
