/** `munisipyo/extension`: what extensions are made of. */
export { collectAdditions } from './extension.ts';
export type {
  Additions,
  Channel,
  ChannelAddress,
  ChannelMessage,
  DeliveredRecord,
  Delivery,
  EffectHandler,
  Extension,
} from './extension.ts';
