#!/usr/bin/env node
import { serveTypes } from '@loggia/kit';
import { boardType } from './board-type.ts';

serveTypes([boardType], { name: 'loggia-board', title: 'Board', version: '0.1.0' }).listen();
