/** Lists that are put together from an endpoint of the contract. */
export { type Chosen, EntityList, type EntityListProps, type Listing, type Opened } from './entity-list';
