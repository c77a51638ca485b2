// Entry script of every page: attaches behaviours, keeps the page up to date, and prepares the device for offline use.

import { watch } from './attach.js';
import './screen/act.js';
import { goBack } from './screen/back.js';
import './screen/behaviour.js';
import './screen/covered.js';
import { follow } from './signal/feed.js';
import './screen/keys.js';
import { showKept } from './screen/notices.js';
import './screen/pictures.js';
import { settle } from './screen/regions.js';
import './screen/sign.js';
import './screen/steady.js';
import './touch/press.js';
import { takeAlong } from './signal/take-along.js';
import './screen/trap.js';
import { forgetOthers } from './device/wipe.js';
import { tellZone } from './screen/zone.js';

forgetOthers();
watch(document.documentElement);
showKept();
settle();
goBack();

const { feed } = document.documentElement.dataset;
if (feed) {
  follow(feed);
  tellZone();
}
takeAlong();
