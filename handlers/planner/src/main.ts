#!/usr/bin/env node
import { serveTypes } from '@loggia/kit';
import { plannerType } from './planner-type.ts';

serveTypes([plannerType], { name: 'loggia-planner', title: 'Planner', version: '0.1.0' }).listen();
